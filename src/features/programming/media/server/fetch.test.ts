import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { IMAGE_MAX_BYTES } from '../contract.ts'
import { fetchImage, publicInternet, type Policy } from './fetch.ts'

const never = () => new AbortController().signal
const fetchOf = (address: string, policy: Policy = publicInternet, signal = never()) =>
  fetchImage(address, signal, policy)
    .then(buffer)
    .then(
      () => ({ status: 200, message: 'fetched' }),
      ({ status, message }) => ({ status, message }),
    )

const NOT_PUBLIC = { status: 422, message: 'The address is not on the public internet' }

// ASVS: 13.2.5
describe('addresses that are refused before anything is sent', () => {
  test.each([
    'http://127.0.0.1/a.png',
    'http://127.1/a.png',
    'http://2130706433/a.png',
    'http://0x7f.1/a.png',
    'http://0177.0.0.1/a.png',
    'http://１２７.0.0.1/a.png',
    'http://0/a.png',
    'http://[::1]/a.png',
    'http://[::]/a.png',
    'http://[::ffff:127.0.0.1]/a.png',
    'http://[::ffff:a9fe:a9fe]/latest/meta-data',
    'http://[64:ff9b::7f00:1]/a.png',
    'http://[fe80::1]/a.png',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/a.png',
    'https://192.168.1.1/a.png',
    'http://localhost/a.png',
  ])('%s', async (address) => expect(await fetchOf(address)).toEqual(NOT_PUBLIC))

  test.each([
    ['file:///etc/passwd', 'The address must start with http:// or https://'],
    ['ftp://example.com/a.png', 'The address must start with http:// or https://'],
    ['data:image/png;base64,AAAA', 'The address must start with http:// or https://'],
    ['javascript:alert(1)', 'The address must start with http:// or https://'],
    ['/api/files/image-1.jpg', 'Enter a web address'],
    ['not an address', 'Enter a web address'],
    ['http://', 'Enter a web address'],
    ['http://me:secret@example.com/a.png', 'The address cannot contain a user name or password'],
    ['http://me@example.com/a.png', 'The address cannot contain a user name or password'],
    ['http://example.com:22/', 'The address cannot contain a port'],
    ['http://example.com:443/', 'The address cannot contain a port'],
    ['https://example.com:80/', 'The address cannot contain a port'],
  ])('%s', async (address, message) => expect(await fetchOf(address)).toEqual({ status: 422, message }))

  test('every spelling of every inner IPv4 address', async () => {
    const inner = fc
      .tuple(
        fc.constantFrom([10], [127], [192, 168], [169, 254], [172, 16]),
        fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 }),
      )
      .map(([start, rest]) => [...start, ...rest].slice(0, 4))
    const spelled = fc.constantFrom<(parts: number[]) => string>(
      (parts) => parts.join('.'),
      (parts) => String(parts.reduce((n, part) => n * 256 + part, 0)),
      (parts) => `0x${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`,
      (parts) => parts.map((part) => `0${part.toString(8)}`).join('.'),
      (parts) => `${parts[0]}.${parts.slice(1).reduce((n, part) => n * 256 + part, 0)}`,
      (parts) => `[::ffff:${parts.join('.')}]`,
    )
    const check = fc.asyncProperty(inner, spelled, async (parts, spell) => {
      expect(await fetchOf(`http://${spell(parts)}/a.png`)).toEqual(NOT_PUBLIC)
    })
    await fc.assert(check, { numRuns: 200 })
  })
})

describe('names', () => {
  const answering = (...addresses: string[]): Policy => ({
    ...publicInternet,
    resolve: async () => addresses.map((address) => ({ address, family: net.isIP(address) })),
  })

  test.each([
    ['10.0.0.5'],
    ['::1'],
    ['::ffff:10.0.0.5'],
    ['93.184.215.14', '10.0.0.5'],
    ['2606:4700::1111', 'fd00::1'],
    ['fe80::1%eth0'],
  ])('that lead to %s %s are refused', async (...addresses) =>
    expect(await fetchOf('http://pictures.example/a.png', answering(...addresses.filter(Boolean)))).toEqual(NOT_PUBLIC),
  )

  test('that lead nowhere', async () => {
    const nowhere = { status: 422, message: 'We cannot find that web address' }
    expect(await fetchOf('http://pictures.example/', answering())).toEqual(nowhere)
    const failing = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    expect(await fetchOf('http://pictures.example/', { ...publicInternet, resolve: failing })).toEqual(nowhere)
  })

  test('whose server does not answer', async () => {
    const silent: Policy = { ...publicInternet, resolve: () => new Promise(() => {}), headersMs: 20 }
    expect(await fetchOf('http://pictures.example/', silent)).toEqual({
      status: 422,
      message: 'The address took too long to respond',
    })
  })
})

describe('with a peer', () => {
  const IMAGE = Buffer.from('the bytes of an image')
  let peer: http.Server
  let answer: RequestListener
  let port: number
  const seen: http.IncomingMessage[] = []
  /** The peer is on this machine: its one address is let through, and any port. */
  const loopback: Policy = {
    ...publicInternet,
    isAllowed: (ip) => ip === '127.0.0.1' || publicInternet.isAllowed(ip),
    onlyDefaultPorts: false,
  }
  const at = (path = '/a.png', host = '127.0.0.1') => `http://${host}:${port}${path}`

  beforeAll(async () => {
    peer = http.createServer((request, response) => {
      seen.push(request)
      answer(request, response)
    })
    peer.listen(0, '127.0.0.1')
    await once(peer, 'listening')
    port = (peer.address() as AddressInfo).port
  })
  afterEach(() => {
    seen.length = 0
    peer.closeAllConnections()
  })
  afterAll(() => peer.close())

  test('gives the bytes, and tells the peer nothing of us', async () => {
    answer = (_request, response) => response.end(IMAGE)
    expect(await buffer(await fetchImage(at('/a.png?size=large'), never(), loopback))).toEqual(IMAGE)
    expect(seen[0]!.url).toBe('/a.png?size=large')
    expect(seen[0]!.headers).toEqual({
      host: `127.0.0.1:${port}`,
      accept: 'image/*',
      'accept-encoding': 'identity',
      'user-agent': 'Marquee',
      connection: 'close',
    })
  })

  test('connects to the address that was checked: the name is asked for once', async () => {
    answer = (_request, response) => response.end(IMAGE)
    const resolve = vi.fn<Policy['resolve']>(async () => [{ address: '127.0.0.1', family: 4 }])
    expect(await fetchOf(at('/', 'pictures.example'), { ...loopback, resolve })).toMatchObject({ status: 200 })
    expect(resolve).toHaveBeenCalledTimes(1)
    expect(seen[0]!.headers.host).toBe(`pictures.example:${port}`)
  })

  test.each([301, 302, 303, 307, 308])('follows %s, also to a relative address', async (status) => {
    answer = ({ url }, response) => {
      if (url === '/real.png') response.end(IMAGE)
      else response.writeHead(status, { location: '/real.png' }).end()
    }
    expect(await fetchOf(at(), loopback)).toMatchObject({ status: 200 })
  })

  // ASVS: 15.3.2
  test('follows three redirects, not four', async () => {
    answer = ({ url }, response) => {
      const left = Number(url!.slice(1))
      if (left === 0) response.end(IMAGE)
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    }
    expect(await fetchOf(at('/3'), loopback)).toMatchObject({ status: 200 })
    expect(await fetchOf(at('/4'), loopback)).toEqual({
      status: 422,
      message: 'The address redirects too many times',
    })
  })

  test.each([
    ['http://127.0.0.2/', NOT_PUBLIC.message],
    ['http://169.254.169.254/latest/meta-data', NOT_PUBLIC.message],
    ['http://2130706434/', NOT_PUBLIC.message],
    ['//10.0.0.1/x', NOT_PUBLIC.message],
    ['http://localhost/', NOT_PUBLIC.message],
    ['file:///etc/passwd', 'The address must start with http:// or https://'],
    ['http://me:secret@example.com/', 'The address cannot contain a user name or password'],
    ['http://[', 'Enter a web address'],
  ])('a redirect to %s goes through the same checks', async (location, message) => {
    answer = (_request, response) => response.writeHead(302, { location }).end()
    const policy = { ...loopback, resolve: async () => [{ address: '127.0.0.3', family: 4 }] }
    expect(await fetchOf(at(), policy)).toEqual({ status: 422, message })
    expect(seen).toHaveLength(1)
  })

  // ASVS: 1.3.6
  test('a name that turns inward between two redirects is caught', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end()
    const turning = vi
      .fn<Policy['resolve']>()
      .mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
      .mockResolvedValueOnce([{ address: '192.168.0.1', family: 4 }])
    expect(await fetchOf(at('/', 'pictures.example'), { ...loopback, resolve: turning })).toEqual(NOT_PUBLIC)
    expect(turning).toHaveBeenCalledTimes(2)
  })

  test.each([204, 206, 302, 400, 401, 403, 404, 410, 429, 500, 503])(
    'says that the peer answered %s',
    async (status) => {
      answer = (_request, response) => response.writeHead(status).end()
      expect(await fetchOf(at(), loopback)).toEqual({ status: 422, message: `The address responded with ${status}` })
    },
  )

  test('a peer that does not listen, or speaks no HTTP', async () => {
    expect(await fetchOf('http://127.0.0.1:1/', loopback)).toEqual({
      status: 422,
      message: 'The address did not respond',
    })
    const mute = net.createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const address = `http://127.0.0.1:${(mute.address() as AddressInfo).port}/`
    expect(await fetchOf(address, loopback)).toEqual({ status: 422, message: 'The address did not respond' })
    expect(await fetchOf(address.replace('http:', 'https:'), loopback)).toMatchObject({ status: 422 })
    mute.close()
  })

  test('a peer that never answers', async () => {
    answer = () => {}
    expect(await fetchOf(at(), { ...loopback, headersMs: 30 })).toEqual({
      status: 422,
      message: 'The address took too long to respond',
    })
  })

  test('a peer that answers and then drips', async () => {
    answer = (_request, response) => {
      response.write('x')
      response.write('x')
    }
    expect(await fetchOf(at(), { ...loopback, headersMs: 10_000, totalMs: 60 })).toEqual({
      status: 422,
      message: 'The address took too long to respond',
    })
  })

  test('the time is one for all redirects together', async () => {
    answer = ({ url }, response) => void (url === '/slow' || response.writeHead(302, { location: '/slow' }).end())
    expect(await fetchOf(at(), { ...loopback, headersMs: 10_000, totalMs: 1000 })).toMatchObject({ status: 422 })
    expect(seen.map(({ url }) => url)).toEqual(['/a.png', '/slow'])
  })

  test('an endless body is left at the limit, and the connection closed', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (_request, response) => {
        const more = () => {
          while (response.write(Buffer.alloc(1024 * 1024)));
        }
        response.on('drain', more).on('close', resolve)
        more()
      }
    })
    expect(await fetchOf(at(), loopback)).toEqual({ status: 413, message: 'Choose an image of up to 15 MB' })
    await closed
  })

  test('a body that is announced as too large is not read', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': IMAGE_MAX_BYTES + 1 })
      response.write('x')
    }
    expect(await fetchOf(at(), loopback)).toEqual({ status: 413, message: 'Choose an image of up to 15 MB' })
  })

  test('fewer bytes than announced', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('only this', () => response.destroy())
    }
    expect(await fetchOf(at(), loopback)).toEqual({
      status: 422,
      message: 'The address closed the connection during the download',
    })
  })

  test('more bytes than announced: only the announced count', async () => {
    const wordy = net
      .createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour and much more'))
      .listen(0, '127.0.0.1')
    await once(wordy, 'listening')
    const body = await fetchImage(`http://127.0.0.1:${(wordy.address() as AddressInfo).port}/`, never(), loopback)
    expect((await buffer(body)).toString()).toBe('four')
    wordy.close()
  })

  test('ends when the caller goes away, before and during the answer', async () => {
    const broken = { status: 400, message: 'The request was cancelled' }
    expect(await fetchOf(at(), loopback, AbortSignal.abort())).toEqual(broken)
    const waiting = new AbortController()
    answer = () => waiting.abort()
    expect(await fetchOf(at(), loopback, waiting.signal)).toEqual(broken)
    const reading = new AbortController()
    answer = (_request, response) => void response.write('x')
    const body = await fetchImage(at(), reading.signal, loopback)
    reading.abort()
    await expect(buffer(body)).rejects.toMatchObject(broken)
  })

  test('a body that nobody reads lets the connection go', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (_request, response) => {
        response.on('close', resolve)
        response.write('x')
      }
    })
    const body = await fetchImage(at(), never(), loopback)
    body.destroy()
    await expect(closed).resolves.toBeUndefined()
  })
})
