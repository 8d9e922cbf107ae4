export type Paging = { page: number; size: number; search?: string | undefined; sort?: string | undefined }

export const pageOf = ({ page, size }: Pick<Paging, 'page' | 'size'>) => ({
  limit: size,
  offset: (page - 1) * size,
})
