package io.tidings.acceptance.browser.chromium;

/** The size and the colours of the screen that shows a page. */
public record Screen(int width, int height, boolean dark) {
    public static final Screen DESKTOP = new Screen(1280, 900, false);
    public static final Screen PHONE = new Screen(360, 740, false);
    public static final Screen WIDE = new Screen(1920, 1080, false);

    public Screen inTheDark() {
        return new Screen(width, height, true);
    }

    @Override
    public String toString() {
        return width + (dark ? " px, dark" : " px, light");
    }
}
