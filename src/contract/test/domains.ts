/**
 * The domains, from the ground up: a feature uses what its own domain and those before it have. What is used from below
 * goes through a slot of the feature's face (src/server/feature.ts, src/web/feature.ts).
 */
export const DOMAINS = [
  'messages',
  'programming',
  'sales',
  'counter',
  'customers',
  'insights',
  'payments',
  'rooms',
  'marketing',
  'access',
  'operations',
  'lists',
]

/** The domain and the feature of a file, by its path from `src/`. */
export const placeOf = (file: string): { domain?: string | undefined; feature?: string | undefined } =>
  /^features\/(?<domain>[^/]+)\/(?<feature>[^/]+)/.exec(file)?.groups ?? {}
