import { part } from '#web/lazy.ts'

/** What is shown without a session, and what is shown behind the sign-in. */
export const publicPart = part(() => import('./public.tsx').then((module) => module.PublicApp))
export const privatePart = part(() => import('./private.tsx').then((module) => module.PrivateApp))
