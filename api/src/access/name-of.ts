type Named<Uuid, First, Last> = { uuid: Uuid; firstName: First; lastName: Last }

/** The columns by which a person is named, of `users` or an alias of it: a whole row is forty columns, a password's hash among them. */
export const nameOf = <Uuid, First, Last>({ uuid, firstName, lastName }: Named<Uuid, First, Last>) => ({
  uuid,
  firstName,
  lastName,
})
