import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { DemoChain } from '#server/demo.ts'
import { inRoot } from '#server/root.ts'

const isBuilt = !import.meta.filename.endsWith('.ts')
const FILE = inRoot(isBuilt ? 'dist/server/demo.js' : 'demo/index.ts')

/** The demo chain, where its folder is there: the product does without it. */
export async function findDemo(): Promise<DemoChain | undefined> {
  if (!existsSync(FILE)) return
  return ((await import(/* @vite-ignore */ pathToFileURL(FILE).href)) as { demo: DemoChain }).demo
}
