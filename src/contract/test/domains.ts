/**
 * The domains, lowest first. A feature imports from its own domain and from lower domains. Lower domains use it through
 * extension points (src/server/feature.ts, src/web/feature.ts).
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

/** Returns the domain and feature of a file, by its path from `src/`. */
export const placeOf = (file: string): { domain?: string | undefined; feature?: string | undefined } =>
  /^features\/(?<domain>[^/]+)\/(?<feature>[^/]+)/.exec(file)?.groups ?? {}
