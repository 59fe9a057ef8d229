import { connect, type AddressInfo } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { receiveFile } from './upload.ts'

afterEach(() => void vi.useRealTimers())

test('disconnects a sender that is silent for a minute', async () => {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<Error>()
  const server = Fastify()
  await server.register(multipart)
  const handler = async (request: FastifyRequest) => {
    const { stream } = await receiveFile(request, 1024)
    stream.once('data', () => begun.resolve()).once('error', (error) => ended.resolve(error))
    await ended.promise
  }
  server.route({ method: 'POST', url: '/', handler })
  await server.listen({ port: 0, host: '127.0.0.1' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  socket.write(
    'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 1000\r\n\r\n' +
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\nthe beginning of it',
  )
  await begun.promise
  await vi.advanceTimersByTimeAsync(59_999)
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(1)
  expect((await ended.promise).message).toBe('The upload was interrupted. Try again.')
  vi.useRealTimers()
  socket.destroy()
  await server.close()
})
