import { config } from './config.ts'

/** What people call the chain's time. */
export const ZONE_NAME = config.zone === 'Africa/Lagos' ? 'West African time' : `the time of ${config.zone}`
