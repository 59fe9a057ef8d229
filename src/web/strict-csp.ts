import * as z from 'zod/mini'

// The page's policy forbids eval. To be imported before any contract: zod decides when a schema is made.
z.config({ jitless: true })
