/** Types of s3rver for the tests, because it has none. */
declare module '@20minutes/s3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { Readable } from 'node:stream'

  type Context = {
    req: IncomingMessage
    method: string
    path: string
    query: Record<string, string>
    status: number
    body: string
  }

  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      serviceEndpoint: string
      allowMismatchedSignatures: boolean
      configureBuckets: { name: string }[]
    })
    configureBuckets(): Promise<void>
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    store: {
      /** @returns bytes and MD5 */
      putContent(file: string, content: Readable): Promise<[number, string]>
      getResourcePath(bucket: string, key: string, resource: string): string
    }
  }
}
