/** Whether this run includes every example and every intermediate state: `npm run test:all` sets it. */
export const isThorough = process.env.THOROUGH !== undefined

/** Returns the number of examples for a property: all in a thorough run, else a fifth. */
export const examples = (all: number): number => (isThorough ? all : Math.ceil(all / 5))
