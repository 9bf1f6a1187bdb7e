/**
 * Stops a simulator from running in production. NODE_ENV is not checked, since it only says how the code was built.
 * @throws Error if APP_ENV is production
 */
export function refuseProduction(simulator: string): void {
  if (process.env.APP_ENV === 'production')
    throw new Error(`${simulator} is a simulator and refuses to start with APP_ENV=production`)
}
