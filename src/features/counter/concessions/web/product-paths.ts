const at = (list: string) => ({ list, one: (id: number | string) => `${list}/${id}` })

export const edibles = at('/dashboard/fandb')
export const merchandise = at('/dashboard/merchandise')
