/**
 * Runs what a command does.
 * @param work resolves with its exit code, 0 without one
 * @param failed the exit code when it could not be done; its sentence goes to standard error
 */
export async function command(work: () => Promise<number | void>, failed = 1): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = failed
  }
}
