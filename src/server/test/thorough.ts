/** Whether this run takes the time for every example and every state in between: `npm run test:all` sets it. */
export const isThorough = process.env.THOROUGH !== undefined

/** How many examples a property is tried with: all of them in a thorough run, a fifth in any other. */
export const examples = (all: number): number => (isThorough ? all : Math.ceil(all / 5))
