/** A film that only the catalogue has carries an id of ours: F and seven digits. The point of sale's are its own. */
export const isOwnFilmId = (id: string): boolean => /^F\d{7}$/.test(id)
