import { config } from './config.ts'

// Settings that libraries read under these names, for the Content-Security-Policy. Import before any library.
Object.assign(globalThis, {
  // No eval: zod decides how to parse when a schema is created. Set without zod, which the sign-in page does not load.
  __zod_globalConfig: { jitless: true },
  // A style element needs the page's nonce; the scroll lock of dialogs adds one.
  __webpack_nonce__: config.nonce,
})
