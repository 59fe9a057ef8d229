/** What ends an import, in words for the person who began it. */
export class Stopped extends Error {}
