import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '../env.ts'
import { peer, type Peer } from './peer.ts'

/** The store's host for virtual-host style: `bucket.s3.store.example`. */
export const S3_HOST = 's3.store.example'
const SERVICE = 'store.example'
const BUCKET = 'cinema-files'
const KEY = 'S3RVER'

/** An S3-compatible store on this machine, with a bucket. It has one key and checks signatures. */
export type S3Peer = Peer & {
  settings: S3Settings
  /** Returns the names of the files in the bucket. */
  files: () => Promise<string[]>
  /** Returns the names of uploads that were neither completed nor aborted. */
  unfinished: () => Promise<string[]>
}

export async function s3Peer(): Promise<S3Peer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'marquee-s3-'))
  const s3 = new S3rver({
    directory,
    silent: true,
    serviceEndpoint: SERVICE,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  })
  await s3.configureBuckets()
  const uploads = s3.store.getResourcePath(BUCKET, '', 'uploads')
  writesCompleteFiles(s3)
  abortsUploads(s3, uploads)
  checksSignatures(s3)
  const server = await peer(s3.callback())
  const names = (folder: string) => readdir(folder).catch(() => [] as string[])
  const closePeer = server.close
  return Object.assign(server, {
    settings: {
      endpoint: server.url,
      region: 'us-east-1',
      bucket: BUCKET,
      accessKeyId: KEY,
      secretAccessKey: KEY,
      style: 'path' as const,
      publicUrl: undefined,
    },
    files: async () =>
      (await names(path.join(directory, BUCKET))).flatMap((name) => /^(.+)\._S3rver_object$/.exec(name)?.[1] ?? []),
    unfinished: async () =>
      Promise.all((await names(uploads)).map((id) => readFile(path.join(uploads, id, 'key'), 'utf8'))),
    close: async () => {
      await closePeer()
      await rm(directory, { recursive: true })
    },
  })
}

/** s3rver stores the beginning of a file whose sender left; a real store does not. */
function writesCompleteFiles({ store }: S3rver) {
  const putContent = store.putContent.bind(store)
  store.putContent = async (file, content) => {
    const temporary = `${file}.${randomUUID()}`
    try {
      const stored = await putContent(temporary, content)
      await rename(temporary, file)
      return stored
    } finally {
      await rm(temporary, { force: true })
    }
  }
}

/** Adds AbortMultipartUpload, which s3rver lacks. */
function abortsUploads(s3: S3rver, uploads: string) {
  s3.middleware.unshift(async (context, next) => {
    const { uploadId } = context.query
    if (context.method !== 'DELETE' || !uploadId) return next()
    await rm(path.join(uploads, path.basename(uploadId)), { recursive: true, force: true })
    context.status = 204
  })
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Checks AWS Signature Version 4 of the original request, because s3rver rejects good ones at a bucket's own address.
 */
function checksSignatures(s3: S3rver) {
  s3.middleware.unshift(async (context, next) => {
    // Anyone can read its files, as from a bucket for browsers.
    const isRead =
      ['GET', 'HEAD'].includes(context.method) &&
      !context.req.headers.authorization &&
      !context.query['X-Amz-Signature']
    if (isRead || isSigned(context.req)) return next()
    context.status = 403
    context.body = '<Error><Code>SignatureDoesNotMatch</Code></Error>'
  })
}

/** Checks a signature in a header or, for browsers, in the address. */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const [path, query = ''] = url!.split('?')
  const inAddress = new URLSearchParams(query)
  const header = headers.authorization
  const part = (name: string) => new RegExp(`${name}=([^,]+)`).exec(header ?? '')?.[1] ?? ''
  const [credential, signed, signature, at, content] = header
    ? [
        part('Credential'),
        part('SignedHeaders'),
        part('Signature'),
        headers['x-amz-date'],
        headers['x-amz-content-sha256'],
      ]
    : ['Credential', 'SignedHeaders', 'Signature', 'Date'].map((name) => inAddress.get(`X-Amz-${name}`) ?? '')
  const [, day, region, service, end] = credential!.split('/')
  const pairs = query
    .split('&')
    .filter((pair) => pair && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
  const names = signed!.split(';')
  const request = [
    method,
    path,
    pairs.toSorted().join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    content ?? 'UNSIGNED-PAYLOAD',
  ].join('\n')
  const scope = [day, region, service, end].join('/')
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(request).digest('hex')].join('\n')
  const key = [day, region, service, end].reduce<string | Buffer>((key, step) => hmac(key, String(step)), `AWS4${KEY}`)
  return hmac(key, text).toString('hex') === signature
}
