import type { ScreenAt } from '#web/screens.ts'

const permission = 'cubes:read'

export const screens: ScreenAt[] = [
  {
    path: 'cube-booking-logs',
    title: 'Cube bookings',
    permission,
    load: async () => (await import('./CubeBookingsPage.tsx')).CubeBookingsPage,
    reads: ['/cubes/all'],
  },
  {
    path: 'cube-booking-logs/cubes',
    title: 'Cubes',
    permission,
    load: async () => (await import('./CubesPage.tsx')).CubesPage,
    reads: ['/cubes'],
  },
]
