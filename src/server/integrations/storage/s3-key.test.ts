/**
 * Tests of keys that expire: with a session token, and for a web identity. The store checks each signature; the service
 * returns keys.
 */
import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { S3Settings } from '../../env.ts'
import { peer, type Peer } from '../../test/peer.ts'
import { s3Storage } from './s3.ts'

const MINUTE = 60_000
const START = Date.parse('2026-11-21T09:00:00Z')
const REGION = 'eu-west-1'

/** Keys known to the store, by ID: secret, token and expiry. */
type Known = { secret: string; token: string | undefined; until: number }
const keys = new Map<string, Known>()
let now: number
let store: Peer
let service: Peer
let folder: string
let tokenFile: string
let given: URLSearchParams[]
/** Lifetime of a key. */
let lifeMs: number

const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest()
const hash = (value: string) => createHash('sha256').update(value).digest('hex')

/** Recalculates the signature of a request (AWS Signature Version 4). @returns the error */
function wrongWith({ method, url, headers }: IncomingMessage): string | undefined {
  const parts = /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
    headers.authorization ?? '',
  )
  if (!parts) return 'AccessDenied'
  const [, id, day, region, signed, signature] = parts as unknown as [string, string, string, string, string, string]
  const key = keys.get(id)
  if (!key) return 'InvalidAccessKeyId'
  if (key.until <= now) return 'ExpiredToken'
  const names = signed.split(';')
  if (headers['x-amz-security-token'] !== key.token) return 'InvalidToken'
  if (key.token && !names.includes('x-amz-security-token')) return 'AccessDenied'
  const [pathname, query = ''] = url!.split('?')
  const request = [
    method,
    pathname,
    query.split('&').toSorted().join('&'),
    ...names.map((name) => `${name}:${headers[name] as string}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const signing = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${key.secret}`, day), region))
  const expected = hmac(signing, `AWS4-HMAC-SHA256\n${headers['x-amz-date'] as string}\n${scope}\n${hash(request)}`)
  return expected.toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

beforeAll(async () => {
  store = await peer(async (request, response) => {
    await text(request)
    const wrong = wrongWith(request)
    if (wrong) response.writeHead(403).end(`<Error><Code>${wrong}</Code></Error>`)
    else response.writeHead(200, { 'content-type': 'application/xml' }).end('<ListBucketResult></ListBucketResult>')
  })
  service = await peer(async (request, response) => {
    const params = new URLSearchParams(await text(request))
    given.push(params)
    const id = `ASIA${given.length}`
    keys.set(id, { secret: `secret-${id}`, token: `token-${id}`, until: now + lifeMs })
    response.writeHead(200, { 'content-type': 'text/xml' }).end(`
      <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
        <AssumeRoleWithWebIdentityResult><Credentials>
          <SessionToken>token-${id}</SessionToken><SecretAccessKey>secret-${id}</SecretAccessKey>
          <Expiration>${new Date(now + lifeMs).toISOString()}</Expiration><AccessKeyId>${id}</AccessKeyId>
        </Credentials></AssumeRoleWithWebIdentityResult>
      </AssumeRoleWithWebIdentityResponse>`)
  })
  folder = await mkdtemp(path.join(tmpdir(), 'marquee-identity-'))
  tokenFile = path.join(folder, 'token')
})
afterAll(async () => {
  await store.close()
  await service.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  keys.clear()
  given = []
  now = START
  lifeMs = 60 * MINUTE
  await writeFile(tokenFile, 'first-identity\n')
})
afterEach(() => {
  service.next.length = 0
  service.faultOf = () => undefined
})

const storage = (key: Partial<S3Settings>) =>
  s3Storage(
    {
      endpoint: store.url,
      region: REGION,
      bucket: 'files',
      style: 'path',
      publicUrl: undefined,
      accessKeyId: '',
      secretAccessKey: '',
      ...key,
    },
    undefined,
    { wait: async () => {}, now: () => now },
  )
const forIdentity = () =>
  storage({ identity: { tokenFile, roleArn: 'arn:aws:iam::1:role/marquee', sessionName: 'marquee', url: service.url } })
const list = async (of: ReturnType<typeof storage>) => void (await Array.fromAsync(of.list()))

describe('a key with a session token', () => {
  const set = (token: string | undefined) => {
    keys.set('ASIA', { secret: 'secret', token: 'token', until: START + MINUTE })
    return storage({ accessKeyId: 'ASIA', secretAccessKey: 'secret', sessionToken: token })
  }

  test('sends the token, signed', () => expect(list(set('token'))).resolves.toBeUndefined())

  test('is rejected without its token or after it expires', async () => {
    await expect(list(set(undefined))).rejects.toThrow('The file store rejected our access key')
    const ends = set('token')
    now += MINUTE
    await expect(list(ends)).rejects.toThrow('The file store rejected our access key')
  })

  test('signs no address, because it would expire: the server sends the files', () => {
    expect(set('token').signedUrl).toBeUndefined()
    expect(forIdentity().signedUrl).toBeUndefined()
    expect(storage({ accessKeyId: 'a', secretAccessKey: 'b' }).signedUrl).toBeDefined()
  })
})

describe('a web identity', () => {
  test('gets a key once for concurrent requests', async () => {
    const files = forIdentity()
    await Promise.all(Array.from({ length: 8 }, () => list(files)))
    expect(given.map((params) => Object.fromEntries(params))).toEqual([
      {
        Action: 'AssumeRoleWithWebIdentity',
        Version: '2011-06-15',
        RoleArn: 'arn:aws:iam::1:role/marquee',
        RoleSessionName: 'marquee',
        WebIdentityToken: 'first-identity',
      },
    ])
    now += 54 * MINUTE
    await list(files)
    expect(given).toHaveLength(1)
  })

  test('gets a new key before the old one expires, with the new content of its file', async () => {
    const files = forIdentity()
    await list(files)
    await writeFile(tokenFile, 'second-identity')
    now += 56 * MINUTE
    await Promise.all([list(files), list(files)])
    expect(given.map((params) => params.get('WebIdentityToken'))).toEqual(['first-identity', 'second-identity'])
  })

  test('renews a short-lived key at half its life', async () => {
    lifeMs = 4 * MINUTE
    const files = forIdentity()
    await list(files)
    now += MINUTE
    await list(files)
    expect(given).toHaveLength(1)
    now += MINUTE
    await list(files)
    expect(given).toHaveLength(2)
  })

  test('uses a valid key while the service is down, without many retries', async () => {
    const files = forIdentity()
    await list(files)
    service.faultOf = () => ({ kind: 'status', status: 500 })
    const params = service.requests.length
    now += 56 * MINUTE
    await list(files)
    await list(files)
    expect(service.requests.length - params).toBe(1)
    now += 4 * MINUTE
    await expect(list(files)).rejects.toThrow('The security token service of the file store reported an error (500)')
    service.faultOf = () => undefined
    await list(files)
    expect(given).toHaveLength(2)
  })

  test('reports an error without the token', async () => {
    service.next.push({ kind: 'status', status: 400, body: '<Error><Code>InvalidIdentityToken</Code></Error>' })
    await expect(list(forIdentity())).rejects.toThrow(
      'The security token service of the file store rejected our web identity (400)',
    )
    service.next.push({ kind: 'status', status: 200, body: '<html>A portal</html>' })
    await expect(list(forIdentity())).rejects.toThrow('The security token service of the file store returned no key')
    await rm(tokenFile)
    await expect(list(forIdentity())).rejects.toThrow('The file of AWS_WEB_IDENTITY_TOKEN_FILE cannot be read')
  })
})
