import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** Takes pushes as Firebase does and keeps none, so that it costs next to nothing. */
export async function pushService() {
  const server = createServer((request, response) => {
    request.resume()
    const isToken = request.url === '/token'
    const answer = isToken ? { access_token: 'load', expires_in: 3599, token_type: 'Bearer' } : { name: 'sent' }
    if (!isToken) service.accepted++
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const account = {
    type: 'service_account',
    project_id: 'load',
    private_key_id: 'key-1',
    private_key: privateKey,
    client_email: 'push@load.iam.gserviceaccount.com',
    token_uri: `${url}/token`,
  }
  const service = {
    accepted: 0,
    url,
    settings: { FCM_SERVICE_ACCOUNT: JSON.stringify(account) },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return service
}
