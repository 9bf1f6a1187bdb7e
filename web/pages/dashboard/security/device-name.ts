import type { Session } from '#contract/accounts/sessions.ts'
import * as m from '#messages'

/** What a browser tells of itself. */
export type Device = Pick<Session, 'browser' | 'system'>

/** `Chrome en Windows`; what is known where only half is. */
export function deviceName({ browser, system }: Device): string {
  if (browser !== null && system !== null) return m.devices_on({ browser, system })
  return browser ?? system ?? m.devices_unknown()
}
