export const paths = { tiers: '/dashboard/tiers' } as const
