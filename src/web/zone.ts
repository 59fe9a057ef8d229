import { config } from './config.ts'

/** Name of the chain's time zone. */
export const ZONE_NAME = config.zone === 'Africa/Lagos' ? 'West African time' : `the time of ${config.zone}`
