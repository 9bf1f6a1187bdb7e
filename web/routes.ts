import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('features/shell/public-layout.tsx', [
    index('features/home/home.tsx'),
    route('dev/ui', 'features/dev/kit.tsx'),
    route('*', 'features/errors/not-found.tsx'),
  ]),
  layout('features/shell/bare-layout.tsx', [
    route('profile/:username', 'features/profile/profile.tsx'),
    route('product/:id', 'features/product/product.tsx'),
  ]),
  layout('features/shell/dashboard-layout.tsx', []),
] satisfies RouteConfig
