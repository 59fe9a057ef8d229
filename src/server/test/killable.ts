import { fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'

/**
 * A process that a test starts to have it killed. Its program is given the order, says anything when it has started, and
 * anything again each time that it has done what it was told.
 */
export async function killable<Command extends Serializable>(program: string, order: object) {
  const child = fork(program, [JSON.stringify(order)])
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  await Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error('The server did not start')))])
  return {
    /** Waits until it has done so, or has ended. */
    send: async (command: Command) => {
      const over = Promise.race([once(child, 'message'), ended])
      child.send(command)
      await over
    },
    /** What ended it. */
    ended: async () => (await ended)[1],
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
