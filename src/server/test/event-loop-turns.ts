/** Counts the turns that somebody else has while something is done. */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0
  let isOver = false
  const turn = () => {
    if (isOver) return
    turns++
    setImmediate(turn)
  }
  setImmediate(turn)
  try {
    return { result: await work(), turns }
  } finally {
    isOver = true
  }
}
