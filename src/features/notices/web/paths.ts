export const paths = { all: '/dashboard/notices', choices: '/dashboard/notices/choices' }
