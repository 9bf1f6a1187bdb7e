/**
 * Stops a simulator where real money or real people would meet it.
 * @throws Error when APP_ENV is production. (NODE_ENV says only how the code was built.)
 */
export function refuseProduction(simulator: string): void {
  if (process.env.APP_ENV === 'production')
    throw new Error(`${simulator} is a simulator and refuses to start with APP_ENV=production`)
}
