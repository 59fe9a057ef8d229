/** The parts of oidc-provider that the tests use; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Context = {
    path: string
    req: IncomingMessage
    res: ServerResponse
    body: unknown
    oidc?: {
      route?: string
      client?: { clientId: string }
      session?: { accountId?: string; grantIdFor: (id: string) => string | undefined }
      account?: { accountId: string }
    }
  }
  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: unknown): Promise<void>
    Grant: new (of: { clientId: string; accountId: string }) => {
      addOIDCScope: (scope: string) => void
      save: () => Promise<string>
    }
    on(event: string, listener: (...args: unknown[]) => void): void
  }
}
