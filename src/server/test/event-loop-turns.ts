/** Counts the turns that other work gets during some work. */
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
