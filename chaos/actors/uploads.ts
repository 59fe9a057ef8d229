import sharp from 'sharp'
import type { Actor, Stage } from '../actor.ts'

const SIZE = { width: 320, height: 240 }

/** Pictures of one colour each: the address that is answered leads to that picture, whole. */
export function uploads({ boss, client, chance, note }: Stage): Actor {
  const stored = new Map<string, { r: number; g: number; b: number }>()

  return {
    name: 'uploads',
    step: async () => {
      const colour = { r: chance.int(0, 255), g: chance.int(0, 255), b: chance.int(0, 255) }
      const picture = await sharp({ create: { ...SIZE, channels: 3, background: colour } })
        .png()
        .toBuffer()
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'chaos.png')
      const reply = await boss.untilAnswered<string>({ method: 'POST', path: '/file/upload', body })
      if (reply.status !== 200) return note(`An upload is refused: ${reply.status} ${reply.message}`)
      stored.set(reply.data, colour)
    },
    verify: async () => {
      const faults: string[] = []
      for (const [address, colour] of stored) {
        const found = await pictureAt(address)
        if (!found || Math.max(...(['r', 'g', 'b'] as const).map((of) => Math.abs(found[of] - colour[of]))) > 12)
          faults.push(`${address} is not the picture that was uploaded`)
      }
      return { acknowledged: stored.size, faults }
    },
  }

  async function pictureAt(address: string) {
    const path = address.replace(/^.*\/api(?=\/files\/)/, '')
    const sentOn = await client.untilAnswered({ method: 'GET', path })
    const location = sentOn.headers.location
    const response = await fetch(typeof location === 'string' ? location : '')
    if (!response.ok) return undefined
    const { channels } = await sharp(await response.arrayBuffer()).stats()
    const [r, g, b] = channels.map(({ mean }) => mean)
    return { r: r!, g: g!, b: b! }
  }
}
