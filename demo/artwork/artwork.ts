import { hash, rngOf } from '#demo/random.ts'
import { confetti, planet, speed, suns, tiles } from './forms.ts'
import { blend, palettes, sceneOf, type Mood, type Scene } from './kit.ts'
import { dunes, mesas, mountains, sea } from './lands.ts'
import { contours, rings } from './lines.ts'
import { castle, city, corridor, party, room } from './places.ts'
import { portrait } from './profile.ts'
import { rect } from './shapes.ts'
import { hills, lone, wood } from './woods.ts'

export type ArtworkKind = 'poster' | 'backdrop' | 'profile'

/** Of the whole picture, in the units of its SVG. */
export const SIZES: Record<ArtworkKind, [width: number, height: number]> = {
  poster: [1000, 1500],
  backdrop: [1600, 900],
  profile: [600, 900],
}

type Motif = { scenes: readonly ((scene: Scene) => string)[]; moods: readonly Mood[] }

const motif = (scenes: Motif['scenes'], ...moods: Mood[]): Motif => ({ scenes, moods })

const plain = motif([room, dunes, suns], 'night', 'dusk')

const motifs: Record<string, Motif> = {
  Action: motif([speed], 'night', 'dusk'),
  Adventure: motif([mountains, sea], 'dusk', 'day'),
  Animation: motif([hills, sea], 'day', 'dusk'),
  Comedy: motif([confetti, tiles, party], 'day', 'dusk'),
  Crime: motif([city], 'night', 'dusk'),
  Documentary: motif([contours], 'day', 'dusk', 'night'),
  Drama: motif([room, lone], 'dusk', 'night'),
  Family: motif([hills, sea], 'day', 'dusk'),
  Fantasy: motif([castle], 'night', 'dusk'),
  History: motif([dunes], 'dusk', 'night'),
  Horror: motif([wood], 'night'),
  Music: motif([rings], 'night', 'dusk', 'day'),
  Mystery: motif([corridor, city], 'night'),
  Romance: motif([suns], 'dusk', 'day'),
  'Science Fiction': motif([planet], 'night'),
  Thriller: motif([corridor], 'night', 'dusk'),
  War: motif([dunes], 'dusk'),
  Western: motif([mesas], 'dusk'),
}

/**
 * A picture drawn by the product, as an SVG document without words: a poster (1000 × 1500), a backdrop (1600 × 900) or
 * the profile of a person (600 × 900). The same seed always yields the same picture. The first genre chooses what a
 * poster and a backdrop show, and a film's poster and backdrop share their colours. A profile's seed may end in
 * `:female` or `:male` to choose among hairstyles.
 */
export const artwork = (kind: ArtworkKind, seed: string, genres: readonly string[] = []): string => {
  const [w, h] = SIZES[kind]
  const theme = rngOf(`theme ${seed}`)
  const { scenes, moods } = motifs[genres[0] ?? ''] ?? plain
  const fitting = kind === 'profile' ? palettes : palettes.filter(({ mood }) => moods.includes(mood))
  const palette = blend(theme.pick(fitting), theme.pick(fitting), theme.range(0, 0.38))
  const draw = theme.pick(scenes)
  const scene = sceneOf(w, h, rngOf(`${kind} ${seed}`), palette, `${kind[0]}${hash(seed).toString(36)}-`)
  const mirror = theme.chance(0.5) ? ` transform="translate(${w} 0) scale(-1 1)"` : ''
  const gender = seed.endsWith(':female') ? 'female' : seed.endsWith(':male') ? 'male' : 'any'
  const drawn = kind === 'profile' ? portrait(scene, gender) : draw(scene)
  const shade = rect(
    0,
    0,
    w,
    h,
    scene.radial([
      [0.55, palette.near, 0],
      [1, palette.near, 0.26],
    ]),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${scene.defs()}<g${mirror}>${drawn}</g>${shade}</svg>`
}
