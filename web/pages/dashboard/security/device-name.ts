import type { Session } from '#contract/accounts/sessions.ts'
import * as m from '#messages'

export type Device = Pick<Session, 'browser' | 'system'>

/** Returns for example `Chrome en Windows`, or the known half. */
export function formatDeviceName({ browser, system }: Device): string {
  if (browser !== null && system !== null) return m.devices_on({ browser, system })
  return browser ?? system ?? m.devices_unknown()
}
