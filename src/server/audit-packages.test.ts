/** The packages whose known vulnerabilities matter: those that are installed or bundled to run. */
import { expect, test } from 'vitest'
import { inRoot } from './root.ts'

type Report = {
  vulnerabilities: Record<string, { name: string; severity: string; via: unknown[]; nodes: string[] }>
}
type Script = {
  bundledIn: (licenses: string) => string[]
  shippedAmong: (
    report: Report,
    packages: Record<string, { version: string; dev?: boolean }>,
    bundled: readonly string[],
  ) => { name: string; severity: string; folders: string[]; reasons: string[] }[]
}
const { bundledIn, shippedAmong } = (await import(inRoot('scripts/audit.mjs'))) as Script

const LICENSES = `# Licenses

## @mantine/core - 9.7.3 (MIT)

## not a package, a line of a licence

## lru-cache - 11.5.2 (BlueOak-1.0.0)
`
const PACKAGES = {
  'node_modules/fastify': { version: '5.12.8' },
  'node_modules/@mantine/core': { version: '9.7.3', dev: true },
  'node_modules/lru-cache': { version: '11.5.2', dev: true },
  'node_modules/old/node_modules/lru-cache': { version: '6.0.0', dev: true },
  'node_modules/s3rver': { version: '3.7.1', dev: true },
}
const weakness = (
  name: string,
  nodes: string[],
  via: unknown[] = [{ title: 'It leaks', url: 'https://a.example' }],
) => ({
  [name]: { name, severity: 'high', via, nodes },
})

test('reads the packages of a bundle from the bundler', () => {
  expect(bundledIn(LICENSES)).toEqual(['@mantine/core@9.7.3', 'lru-cache@11.5.2'])
})

test('includes installed and bundled packages, each version separately, and no tools', () => {
  const vulnerabilities = {
    ...weakness('fastify', ['node_modules/fastify'], ['ajv']),
    ...weakness('@mantine/core', ['node_modules/@mantine/core']),
    ...weakness('lru-cache', ['node_modules/lru-cache', 'node_modules/old/node_modules/lru-cache']),
    ...weakness('s3rver', ['node_modules/s3rver']),
  }
  const found = shippedAmong({ vulnerabilities }, PACKAGES, bundledIn(LICENSES))
  const reasons = ['It leaks (https://a.example)']
  expect(found).toEqual([
    { name: 'fastify', severity: 'high', folders: ['node_modules/fastify'], reasons: [] },
    { name: '@mantine/core', severity: 'high', folders: ['node_modules/@mantine/core'], reasons },
    { name: 'lru-cache', severity: 'high', folders: ['node_modules/lru-cache'], reasons },
  ])
})
