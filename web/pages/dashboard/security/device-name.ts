import type { Session } from '#contract/accounts/sessions.ts'
import * as m from '#messages'

export type Device = Pick<Session, 'browser' | 'system'>

/**
 * Returns the name of a device, such as `Chrome en Windows`; only the browser or the system if the other one is
 * unknown.
 */
export function formatDeviceName({ browser, system }: Device): string {
  if (browser !== null && system !== null) return m.devices_on({ browser, system })
  return browser ?? system ?? m.devices_unknown()
}
