import type { PosCinema } from './port.ts'

/** id, name, state, and the seats of each screen. */
const houses: [id: string, name: string, state: string, seats: number[]][] = [
  ['0004', 'Marquee Lekki', 'Lagos', [310, 240, 184, 160, 142, 118, 96]],
  ['0007', 'Marquee Ikeja', 'Lagos', [284, 210, 176, 150, 132, 104]],
  ['0009', 'Marquee Surulere', 'Lagos', [226, 168, 140, 112, 92]],
  ['0011', 'Marquee Victoria Island', 'Lagos', [192, 150, 120, 88, 80]],
  ['0012', 'Marquee Festac', 'Lagos', [204, 156, 128, 96]],
  ['0021', 'Marquee Jabi', 'Abuja (FCT)', [320, 230, 188, 152, 130, 110]],
  ['0023', 'Marquee Gwarinpa', 'Abuja (FCT)', [210, 164, 136, 98]],
  ['0030', 'Marquee Port Harcourt', 'Rivers', [260, 198, 158, 124, 100]],
  ['0034', 'Marquee Ibadan', 'Oyo', [248, 186, 148, 116, 90]],
  ['0038', 'Marquee Enugu', 'Enugu', [218, 170, 134, 102]],
  ['0041', 'Marquee Asaba', 'Delta', [196, 154, 120, 94]],
  ['0042', 'Marquee Warri', 'Delta', [180, 132, 96]],
  ['0045', 'Marquee Benin', 'Edo', [232, 176, 138, 108]],
  ['0052', 'Marquee Uyo', 'Akwa Ibom', [222, 172, 130, 98]],
  ['0056', 'Marquee Ilorin', 'Kwara', [188, 140, 104]],
]

/** The cinemas of the demo chain. */
export const embeddedCinemas: readonly PosCinema[] = houses.map(([id, name, state, seats]) => ({
  id,
  name,
  state,
  screens: seats.map((count, at) => ({ id: String(at + 1).padStart(2, '0'), name: `Screen ${at + 1}`, seats: count })),
}))
