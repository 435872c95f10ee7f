//! Figures, drawn with `plotters` as SVG or PNG.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Once;

/// The size of a figure in pixels.
pub(crate) const SIZE: (u32, u32) = (960, 640);

/// What is drawn, with its words.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) title: String,
    pub(crate) across: String,
    pub(crate) up: String,
    pub(crate) shape: Shape,
}

/// How it is drawn.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A value for each of some cells, by column and row; outcomes are three colours, margins a scale.
    Heat { cells: Vec<(usize, usize, i128)>, outcomes: bool },
    /// A value for each number from some first one on, joined by a line.
    Curve(Vec<(usize, i128)>),
    /// Points alone.
    Points(Vec<(usize, i128)>),
    /// How often each value occurs.
    Bars(Vec<(i128, u64)>),
}

/// What drawing can fail with, whatever the backend.
type Drawn = Result<(), Box<dyn Error + Send + Sync>>;

impl Figure {
    /// As a text of SVG.
    pub(crate) fn svg(&self) -> Result<String, Box<dyn Error + Send + Sync>> {
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
            self.draw(&area)?;
            area.present().map_err(words)?;
        }
        Ok(text)
    }

    /// As a picture in PNG.
    pub(crate) fn png(&self) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
        let (width, height) = SIZE;
        let mut pixels = vec![0; 3 * width as usize * height as usize];
        {
            let area = BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area();
            self.draw(&area)?;
            area.present().map_err(words)?;
        }
        let mut file = vec![];
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header()?.write_image_data(&pixels)?;
        Ok(file)
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn {
        with_fonts();
        area.fill(&WHITE).map_err(words)?;
        match &self.shape {
            Shape::Heat { cells, outcomes } => self.heat(area, cells, *outcomes),
            Shape::Curve(points) => self.points(area, points, true),
            Shape::Points(points) => self.points(area, points, false),
            Shape::Bars(bars) => self.bars(area, bars),
        }
    }

    fn heat<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        cells: &[(usize, usize, i128)],
        outcomes: bool,
    ) -> Drawn {
        let (area, legend) = area.split_horizontally(SIZE.0 - 130);
        let range = |of: fn(&(usize, usize, i128)) -> usize| {
            let places = cells.iter().map(of);
            (places.clone().min().unwrap_or(0), places.max().unwrap_or(0))
        };
        let ((left, right), (low, high)) = (range(|cell| cell.0), range(|cell| cell.1));
        let extreme = cells.iter().map(|cell| cell.2.unsigned_abs()).max().unwrap_or(0).max(1);
        // Where there are more cells than pixels, a block of them has the mean of their values.
        let step = ((right - left).max(high - low) / CELLS + 1).max(1);
        let mut blocks = BTreeMap::<(usize, usize), (f64, u64)>::new();
        for (x, y, value) in cells {
            let corner = |at: usize, from: usize| from + (at - from) / step * step;
            let (sum, count) = blocks.entry((corner(*x, left), corner(*y, low))).or_default();
            (*sum, *count) = (*sum + *value as f64, *count + 1);
        }
        let title = match step {
            1 => self.title.clone(),
            _ => format!("{} (means of {step} by {step})", self.title),
        };
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 22))
            .margin(14)
            .x_label_area_size(46)
            .y_label_area_size(64)
            .build_cartesian_2d(
                left as f64 - 0.5..right as f64 + 0.5,
                low as f64 - 0.5..high as f64 + 0.5,
            )
            .map_err(words)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc(&self.across)
            .y_desc(&self.up)
            .x_labels(12)
            .y_labels(12)
            .x_label_formatter(&whole)
            .y_label_formatter(&whole)
            .axis_desc_style(("sans-serif", 16))
            .label_style(("sans-serif", 14))
            .draw()
            .map_err(words)?;
        chart.plotting_area().fill(&UNREACHED).map_err(words)?;
        let rectangles = blocks.iter().map(|((x, y), (sum, count))| {
            let corner = |step: usize| ((x + step) as f64 - 0.5, (y + step) as f64 - 0.5);
            let share = sum / *count as f64 / extreme as f64;
            Rectangle::new([corner(0), corner(step)], colour(share).filled())
        });
        chart.draw_series(rectangles).map_err(words)?;
        self.legend(&legend, extreme, outcomes)
    }

    /// Which colour is which value.
    fn legend<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        extreme: u128,
        outcomes: bool,
    ) -> Drawn {
        let style = TextStyle::from(("sans-serif", 14));
        let (top, height, steps) = (90, 400, if outcomes { 3 } else { 80 });
        let at = |step: i32| top + height * step / steps;
        for step in 0..steps {
            let share = 1.0 - 2.0 * f64::from(step) / f64::from(steps - 1);
            let corners = [(8, at(step)), (34, at(step + 1))];
            area.draw(&Rectangle::new(corners, colour(share).filled())).map_err(words)?;
        }
        let labels = match outcomes {
            true => ["win".to_owned(), "draw".into(), "loss".into()],
            false => [format!("+{extreme}"), "0".into(), format!("-{extreme}")],
        };
        let places = match outcomes {
            true => [1, 3, 5].map(|sixth| top + height * sixth / 6 - 8),
            false => [top - 6, top + height / 2 - 8, top + height - 10],
        };
        for (label, y) in labels.iter().zip(places) {
            area.draw_text(label, &style, (42, y)).map_err(words)?;
        }
        area.draw_text("to move", &style, (8, top - 32)).map_err(words)?;
        Ok(())
    }

    fn points<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        points: &[(usize, i128)],
        joined: bool,
    ) -> Drawn {
        let xs = points.iter().map(|point| point.0);
        let (from, to) = (xs.clone().min().unwrap_or(0) as f64, xs.max().unwrap_or(1) as f64);
        let ys = points.iter().map(|point| point.1 as f64);
        let low = ys.clone().fold(0.0, f64::min);
        let high = ys.fold(0.0, f64::max);
        let edge = ((high - low) * 0.04).max(0.5);
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 22))
            .margin(14)
            .margin_right(30)
            .x_label_area_size(46)
            .y_label_area_size(72)
            .build_cartesian_2d(from..to.max(from + 1.0), low - edge..high + edge)
            .map_err(words)?;
        self.mesh(&mut chart, &whole)?;
        if low < 0.0 {
            let zero = PathElement::new(vec![(from, 0.0), (to, 0.0)], BLACK.mix(0.6));
            chart.draw_series([zero]).map_err(words)?;
        }
        let places = points.iter().map(|(x, y)| (*x as f64, *y as f64));
        if joined && points.len() > 1 {
            chart
                .draw_series(LineSeries::new(places.clone(), AHEAD.stroke_width(2)))
                .map_err(words)?;
        }
        if points.len() <= 200 || !joined {
            let size = if points.len() <= 500 { 3 } else { 1 };
            chart
                .draw_series(places.map(|at| Circle::new(at, size, AHEAD.filled())))
                .map_err(words)?;
        }
        Ok(())
    }

    fn bars<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, bars: &[(i128, u64)]) -> Drawn {
        let values = bars.iter().map(|bar| bar.0);
        let (from, to) = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
        // Bars of several values each, where there are too many for one.
        let width = ((to.saturating_sub(from)) / BARS as i128 + 1).max(1);
        let mut sums = BTreeMap::<i128, u64>::new();
        for (value, count) in bars {
            *sums.entry(value.div_euclid(width).saturating_mul(width)).or_default() += count;
        }
        let most = sums.values().copied().max().unwrap_or(1);
        let least = from.div_euclid(width).saturating_mul(width);
        // Counted from the least, since large numbers are too coarse to tell neighbours apart.
        let place = |value: i128| value.saturating_sub(least) as f64;
        let label = |at: &f64| match (at - at.round()).abs() < 1e-6 {
            true => least.saturating_add(at.round() as i128).to_string(),
            false => String::new(),
        };
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 22))
            .margin(14)
            .margin_right(30)
            .x_label_area_size(46)
            .y_label_area_size(72)
            .build_cartesian_2d(-0.5..place(to) + width as f64 + 0.5, 0f64..most as f64 * 1.04)
            .map_err(words)?;
        self.mesh(&mut chart, &label)?;
        let rectangles = sums.iter().map(|(value, count)| {
            let from = place(*value) - 0.5;
            let style = match value.cmp(&0) {
                Ordering::Greater => AHEAD,
                Ordering::Less => BEHIND,
                Ordering::Equal => EVEN,
            };
            // With a gap of a tenth.
            let to = from + 0.9 * width as f64;
            Rectangle::new([(from, 0.0), (to, *count as f64)], style.filled())
        });
        chart.draw_series(rectangles).map_err(words)?;
        Ok(())
    }

    fn mesh<B: DrawingBackend>(
        &self,
        chart: &mut Chart<'_, B>,
        label: &dyn Fn(&f64) -> String,
    ) -> Drawn {
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.14))
            .x_desc(&self.across)
            .y_desc(&self.up)
            .x_label_formatter(&label)
            .y_label_formatter(&whole)
            .axis_desc_style(("sans-serif", 16))
            .label_style(("sans-serif", 14))
            .draw()
            .map_err(words)
    }
}

type Chart<'a, B> = ChartContext<
    'a,
    B,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

/// The most cells along an axis that are drawn.
const CELLS: usize = 300;
/// The most bars.
const BARS: usize = 120;

/// Blue and orange, which nearly all people can tell apart.
const AHEAD: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
const BEHIND: RGBColor = RGBColor(0xb8, 0x5a, 0x0b);
const EVEN: RGBColor = RGBColor(0xf7, 0xf7, 0xf7);
const UNREACHED: RGBColor = RGBColor(0xd9, 0xd9, 0xd9);

/// From orange by white to blue, for shares from -1 to 1.
fn colour(share: f64) -> RGBColor {
    let end = if share < 0.0 { BEHIND } else { AHEAD };
    // So that small values are told from none.
    let share = share.abs().clamp(0.0, 1.0).powf(0.7);
    let mix = |from: u8, to: u8| {
        (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u8
    };
    RGBColor(mix(EVEN.0, end.0), mix(EVEN.1, end.1), mix(EVEN.2, end.2))
}

/// A whole number; between them there is nothing to label.
fn whole(number: &f64) -> String {
    let nearest = number.round();
    if (number - nearest).abs() < 1e-6 { format!("{nearest:.0}") } else { String::new() }
}

/// The error of any backend, as words.
fn words(error: impl Error) -> Box<dyn Error + Send + Sync> {
    error.to_string().into()
}

/// The fonts are those of `dejavu`, so that figures do not depend on the system's.
fn with_fonts() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // It fails on bytes that are no font, which these are.
        let _ = register_font("sans-serif", FontStyle::Normal, dejavu::sans::regular());
        let _ = register_font("sans-serif", FontStyle::Bold, dejavu::sans::bold());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(shape: Shape) -> Figure {
        Figure { title: "title".into(), across: "across".into(), up: "up".into(), shape }
    }

    #[test]
    fn every_shape_is_drawn_with_its_words() {
        for shape in [
            Shape::Heat { cells: vec![(0, 0, -3), (1, 2, 4)], outcomes: false },
            Shape::Heat { cells: vec![(0, 0, 1)], outcomes: true },
            Shape::Heat { cells: vec![], outcomes: false },
            Shape::Curve(vec![(0, -3), (1, 5)]),
            Shape::Curve(vec![]),
            Shape::Points(vec![(7, 0)]),
            Shape::Bars(vec![(-2, 3), (0, 1), (500, 9)]),
            Shape::Bars(vec![(i128::MIN, 3), (i128::MAX, 9)]),
        ] {
            let figure = figure(shape);
            let svg = figure.svg().unwrap();
            for word in ["<svg", "title", "across", "up", "</svg>"] {
                assert!(svg.contains(word), "{figure:?} has no {word}");
            }
            assert_eq!(figure.png().unwrap()[..4], *b"\x89PNG");
        }
    }

    #[test]
    fn the_colours_are_centred_on_zero() {
        assert_eq!((colour(0.0), colour(1.0), colour(-1.0)), (EVEN, AHEAD, BEHIND));
        assert_eq!(colour(9.0), AHEAD);
    }
}
