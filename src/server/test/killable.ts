import { fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts a process for a test to kill. Its program gets the order, and sends a message after its start and after each
 * command.
 */
export async function killable<Command extends Serializable>(program: string, order: object) {
  const child = fork(program, [JSON.stringify(order)])
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  await Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error('The server did not start')))])
  return {
    /** Resolves when the command is done or the process has ended. */
    send: async (command: Command) => {
      const over = Promise.race([once(child, 'message'), ended])
      child.send(command)
      await over
    },
    /** Returns the signal that ended the process. */
    ended: async () => (await ended)[1],
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
