//! All positions of an instance, or those nearest to its start.

use super::Stop;
use crate::catalogue::{After, Look, Place, START, Session};
use std::collections::VecDeque;

/// Positions by their places' numbers: from the start on breadth first, after those of best play.
pub(crate) struct Graph {
    pub(crate) looks: Vec<Option<Look>>,
    /// Whether these are all that play can reach.
    pub(crate) complete: bool,
}

impl Graph {
    /// Looks at positions until `enough` says so of the next one.
    pub(crate) fn of(
        session: &mut dyn Session,
        mut enough: impl FnMut(&Look) -> bool,
    ) -> Result<Graph, Stop> {
        let mut graph = Graph { looks: vec![], complete: true };
        let mut next = VecDeque::new();
        // First what a person who follows best play comes by.
        let mut best = Some(START);
        while let Some(place) = best.take().filter(|place| !graph.has(*place)) {
            if !graph.add(session, place, &mut next, &mut enough)? {
                return Ok(graph);
            }
            let look = graph.looks[place.index()].as_ref();
            let choice = look.and_then(|look| look.choices.get(look.line?));
            best = choice.and_then(|choice| choice.then.place());
        }
        while let Some(place) = next.pop_front() {
            if !graph.has(place) && !graph.add(session, place, &mut next, &mut enough)? {
                break;
            }
        }
        Ok(graph)
    }

    fn has(&self, place: Place) -> bool {
        self.looks.get(place.index()).is_some_and(Option::is_some)
    }

    fn add(
        &mut self,
        session: &mut dyn Session,
        place: Place,
        next: &mut VecDeque<Place>,
        enough: &mut impl FnMut(&Look) -> bool,
    ) -> Result<bool, Stop> {
        let look = session.look(place)?;
        if enough(&look) {
            self.complete = false;
            return Ok(false);
        }
        next.extend(look.choices.iter().filter_map(|choice| choice.then.place()));
        if self.looks.len() <= place.index() {
            self.looks.resize(place.index() + 1, None);
        }
        self.looks[place.index()] = Some(look);
        Ok(true)
    }

    /// The places of all positions such that each comes behind those that its moves lead to: by the number of moves that
    /// play can still last, as dynamic programming goes about it.
    ///
    /// None where play can go round.
    pub(crate) fn solving_order(&self) -> Option<Vec<usize>> {
        let mut heights: Vec<Option<usize>> = vec![None; self.looks.len()];
        let mut is_open = vec![false; self.looks.len()];
        let next = |at: usize, nth: usize| {
            let choice = self.looks[at].as_ref()?.choices.get(nth)?;
            Some(choice.then.place().map(Place::index))
        };
        for start in 0..self.looks.len() {
            // Each with how many of its moves were followed.
            let mut stack = if heights[start].is_none() { vec![(start, 0, 0)] } else { vec![] };
            while let Some((at, nth, height)) = stack.last_mut() {
                is_open[*at] = true;
                match next(*at, *nth) {
                    Some(None) => *nth += 1,
                    Some(Some(to)) => match heights[to] {
                        Some(below) => (*nth, *height) = (*nth + 1, (*height).max(below + 1)),
                        None if is_open[to] => return None,
                        None => stack.push((to, 0, 0)),
                    },
                    None => {
                        heights[*at] = Some(*height);
                        stack.pop();
                    }
                }
            }
        }
        let mut order: Vec<usize> =
            (0..self.looks.len()).filter(|at| self.looks[*at].is_some()).collect();
        order.sort_by_key(|at| heights[*at]);
        Some(order)
    }
}

impl After {
    /// The position that follows, if the game goes on.
    pub(crate) fn place(self) -> Option<Place> {
        match self {
            After::Opponent(place) | After::Again(place) => Some(place),
            After::Over => None,
        }
    }
}
