import { config } from './config.ts'

// What the page's policy asks of libraries, which look for it under these names. To be imported before any of them.
Object.assign(globalThis, {
  // No eval: zod decides how to parse when a schema is made. Told without zod, which the sign-in page does without.
  __zod_globalConfig: { jitless: true },
  // A style element needs the page's nonce; the scroll lock of dialogs adds one.
  __webpack_nonce__: config.nonce,
})
