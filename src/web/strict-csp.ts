import * as z from 'zod/mini'
import { config } from './config.ts'

// What the page's policy asks of libraries. To be imported before any of them.

// No eval: zod decides how to parse when a schema is made.
z.config({ jitless: true })

// A style element needs the page's nonce; the scroll lock of dialogs looks for it under this name.
Object.assign(globalThis, { __webpack_nonce__: config.nonce })
