/** How many of what there are: `1 payment`, `2 payments`, `3 entries`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
