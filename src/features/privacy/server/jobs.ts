import type { Job } from '#server/jobs/jobs.ts'

/** Removes pictures of somebody who was erased. Until the store answers, it is tried again. */
export const removePictures: Job<{ names: string[] }> = {
  name: 'privacy.remove-pictures',
  retries: 30,
  run: async ({ storage }, { names }) => {
    for (const name of names) await storage.remove(name)
  },
}
