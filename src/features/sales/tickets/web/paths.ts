const log = '/dashboard/purchased-tickets'

export const paths = { log, purchase: (id: number) => `${log}?purchase=${id}` }
