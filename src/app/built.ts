/** What the build makes dist/server/main.js of: the server, whose code Node keeps compiled from one start to the next. */
import { enableCompileCache } from 'node:module'
import { inRoot } from '#server/root.ts'
import { withSourcePositions } from '#server/source-maps.ts'

// By the environment, which the process of the embedded database has too.
process.env.NODE_COMPILE_CACHE ??= inRoot('dist/compiled')
enableCompileCache()
// What ends the process is printed by Node, as it is then.
process.on('uncaughtExceptionMonitor', (error) => {
  if (error?.stack) error.stack = withSourcePositions(error.stack)
})
await import('./main.ts')
