/** The names of the lanes in which workers run jobs. */
export const JOB_LANE_NAMES = [
  'mail',
  'webhook',
  'providerRead',
  'accountReconciliation',
  'providerWrite',
  'conversions',
  'scan',
  'uploads',
  'samples',
  'content',
  'upkeep',
] as const
export type JobLane = (typeof JOB_LANE_NAMES)[number]
