import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('features/shell/public-layout.tsx', [
    index('features/home/home.tsx'),
    route('login', 'features/accounts/login/login.tsx'),
    route('register', 'features/accounts/register/register.tsx'),
    route('verify/:token', 'features/accounts/verification/verify.tsx'),
    route('notverified', 'features/accounts/verification/not-verified.tsx'),
    route('verifyemail', 'features/accounts/verification/email-sent.tsx'),
    route('logout', 'features/accounts/login/logout.tsx'),
    route('faq', 'features/static/faq.tsx'),
    route('tyc', 'features/static/terms.tsx'),
    route('explore', 'features/explore/explore.tsx'),
    route('payment/pending', 'features/payment/pending.tsx'),
    route('payment/success', 'features/payment/success.tsx'),
    route('payment/failure', 'features/payment/failure.tsx'),
    route('order', 'features/order/my-orders.tsx'),
    route('order/:token', 'features/order/order.tsx'),
    route('dev/ui', 'features/dev/kit.tsx'),
    route('*', 'features/errors/not-found.tsx'),
  ]),
  layout('features/shell/bare-layout.tsx', [
    route('profile/:username', 'features/profile/profile.tsx'),
    route('product/:id', 'features/product/product.tsx'),
  ]),
  layout('features/shell/dashboard-layout.tsx', [
    route('dashboard', 'features/dashboard/home.tsx', { id: 'dashboard-root' }),
    route('dashboard/home', 'features/dashboard/home.tsx'),
    route('dashboard/profile', 'features/my-profile/profile-area.tsx'),
    ...['payment', 'notifications', 'build'].map(section =>
      route(`dashboard/profile/${section}`, 'features/my-profile/profile-area.tsx', {
        id: `profile-${section}`,
      }),
    ),
    route('dashboard/product/create', 'features/catalog/create/create-product.tsx'),
    route('dashboard/product/edit/:id', 'features/catalog/edit/edit-product.tsx'),
    route('dashboard/product/:id', 'features/catalog/detail/product-detail.tsx'),
    route('dashboard/products', 'features/catalog/my-products.tsx'),
    route('dashboard/sales', 'features/sales-desk/sales.tsx'),
    route('dashboard/admin', 'features/admin/admin.tsx'),
    route('admin/dashboard', 'features/admin/admin.tsx', { id: 'admin-dashboard' }),
    route('dashboard/logout', 'features/accounts/login/dashboard-logout.tsx'),
  ]),
] satisfies RouteConfig
